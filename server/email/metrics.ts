import { Counter, Gauge } from 'prom-client'

/** Attempts to deliver emails, and those that were given up. */
export const emailAttempts = new Counter({
  name: 'portico_email_attempts_total',
  help: 'Attempts to deliver an email, by outcome: sent, failed (may be repeated) or lost.',
  labelNames: ['outcome'] as const,
})

/** Emails that are waiting in memory. */
export const emailsQueued = new Gauge({
  name: 'portico_emails_queued',
  help: 'Emails to visitors that are waiting to be delivered.',
})
