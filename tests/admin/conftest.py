"""Fixtures for the admin tests, shared with the service tests."""

from tests.services.conftest import anna, badr, chama, dris, no_delays, same_chance

__all__ = ["anna", "badr", "chama", "dris", "no_delays", "same_chance"]
