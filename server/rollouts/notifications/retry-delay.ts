const secondMs = 1_000
const minuteMs = 60 * secondMs
const delaysMs = [secondMs, 5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs]
const longestDelayMs = 60 * minuteMs

/**
 * How long to wait after an attempt has failed, the first being 1; up to a fifth longer, so that retries don't
 * coincide.
 */
export function getRetryDelayMs(attempts: number, retryAfterMs = 0): number {
  const delayMs = delaysMs[attempts - 1] ?? longestDelayMs
  return Math.round(Math.max(delayMs, retryAfterMs) * (1 + Math.random() / 5))
}
