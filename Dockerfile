# Redactory's image: one for every part of Airflow, the workers, and the demo's S3 server. `--target ldap` is the demo's
# directory server. Everything Python is what uv.lock names; every locked package comes as a wheel, so nothing is compiled.

FROM python:3.12.11-slim-bookworm AS build
WORKDIR /opt/redactory
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
    UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 UV_PYTHON_DOWNLOADS=never UV_NO_CACHE=1
COPY pyproject.toml uv.lock .python-version README.md ./
RUN pip install "uv==$(sed -n '/^name = "uv"$/{n;s/version = "\(.*\)"/\1/p}' uv.lock)"
RUN uv sync --frozen --no-dev --extra kubernetes --no-install-project
COPY include include
RUN uv sync --frozen --no-dev --extra kubernetes --no-editable

FROM python:3.12.11-slim-bookworm AS redactory
RUN groupadd --gid 50000 redactory \
    && useradd --uid 50000 --gid redactory --no-create-home --home-dir /var/lib/redactory redactory \
    && for folder in airflow logs s3 scratch; do \
         install -d -o redactory -g redactory -m 0750 "/var/lib/redactory/$folder"; done \
    && install -d -o redactory -g redactory -m 0755 /var/lib/redactory/sample
COPY --from=build /opt/redactory/.venv /opt/redactory/.venv
WORKDIR /opt/redactory
COPY policies policies
COPY deploy deploy
COPY plugins plugins
COPY dags dags
ENV PATH=/opt/redactory/.venv/bin:/usr/local/bin:/usr/bin:/bin \
    AIRFLOW_HOME=/var/lib/redactory/airflow \
    PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER 50000:50000
ENTRYPOINT ["/opt/redactory/deploy/entrypoint.sh", "/run/secrets", "/run/redactory"]
CMD ["airflow", "version"]

FROM debian:12.11-slim AS ldap
RUN export DEBIAN_FRONTEND=noninteractive && apt-get update \
    && apt-get install -y --no-install-recommends "slapd=2.5.*" "ldap-utils=2.5.*" && rm -rf /var/lib/apt/lists/* \
    && install -d -o openldap -g openldap -m 0700 /var/lib/redactory/ldap
COPY deploy/compose/slapd.sh /opt/redactory/deploy/compose/slapd.sh
USER openldap:openldap
CMD ["/opt/redactory/deploy/compose/slapd.sh"]
