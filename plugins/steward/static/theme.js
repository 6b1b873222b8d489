// The page follows Airflow's own choice of dark or light where it can be read; else the system's.
"use strict";
try {
  const chosen = window.localStorage.getItem("theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch (error) { /* storage is closed to this frame: the system's choice holds */ }
