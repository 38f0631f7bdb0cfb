import { Counter } from 'prom-client'

export const notificationAttempts = new Counter({
  name: 'portico_notification_attempts_total',
  help: 'Attempts to deliver a notification, by channel and outcome: sent, failed (is repeated) or dropped.',
  labelNames: ['channel', 'outcome'] as const,
})
