"""Physics of Au doigt & à l'œil: the simulated scene, the judge, bots' hands, worker processes."""
