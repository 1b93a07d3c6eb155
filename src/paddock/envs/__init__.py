"""Envs: our games for learners and in the forms that other research libraries ask for; each wants an extra."""
