/** Upper bounds of histograms, in seconds. */

/** Of `http.server.request.duration`: https://opentelemetry.io/docs/specs/semconv/http/http-metrics/. */
export const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** A job may take ten minutes. */
export const JOB_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
