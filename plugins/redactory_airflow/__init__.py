"""Between Airflow and the engine: connections in, short words out. Decides nothing about redaction."""
