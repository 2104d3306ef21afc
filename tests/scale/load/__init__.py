"""`make load`: scripted players on embedded and on shared servers; what each move costs which process."""
