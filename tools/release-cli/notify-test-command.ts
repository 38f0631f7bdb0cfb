import { paths } from '@portico/kit/paths.ts'
import { exitCodes } from '@portico/protocol/command-line/command.ts'
import { NotifyTestResultSchema } from '@portico/protocol/rollout/notification-api.ts'
import { formatTable } from '../system/format-table.ts'
import type { Command } from './command.ts'

/** `notify-test`: sends a test notification to every configured channel. */
export const notifyTest: Command = {
  usage: 'notify-test',
  summary: 'sends a test notification to every configured channel; needs an admin token',
  maxArguments: 0,
  notes: ['Exits with 1 if a channel fails, or if none is configured.'],
  async run(context) {
    context.progress('Sending ...')
    const result = await context
      .site()
      .send({ method: 'POST', path: paths.notifyTest, body: {}, response: NotifyTestResultSchema })
    const { results } = result
    const isOk = results.length > 0 && results.every((result) => result.isOk)
    const rows = results.map(({ channel, isOk, message }) => [channel, isOk ? 'sent' : 'FAILED', message])
    return {
      json: result,
      text: rows.length === 0 ? noChannel : formatTable([['channel', 'result', 'details'], ...rows]),
      exitCode: isOk ? exitCodes.ok : exitCodes.failed,
    }
  },
}

const noChannel =
  'No channel is configured, so nobody is notified when a rollout pauses. Set NOTIFY_WEBHOOK_URL, NOTIFY_SLACK_URL or NOTIFY_EMAIL on the server: docs/guides/watch-the-site.md.'
