"""What all tests share: `@rule("DM-10")` names the ledger paragraphs that a test holds."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cinq",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("cinq")
