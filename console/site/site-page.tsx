import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { NotifyTestResultSchema } from '@portico/protocol/rollout/notification-api.ts'
import { ChannelsSchema, SettingsSchema } from '@portico/protocol/rollout/settings-api.ts'
import { type ReactNode, useState } from 'react'
import type * as v from 'valibot'
import { Page } from '../app/page.tsx'
import { send } from '../app/send.ts'
import { useSession } from '../app/session-store.ts'
import { useResource } from '../app/use-resource.ts'
import { Status } from '../ui/status.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Channel = v.InferOutput<typeof ChannelsSchema>['channels'][number]
type Setting = v.InferOutput<typeof SettingsSchema>['settings'][number]

/** Where notifications go, and the settings that are in force. */
export function SitePage() {
  const isAdmin = useSession()?.scopes.includes('admin') ?? false
  return (
    <Page title="Site">
      {isAdmin ? (
        <>
          <Channels />
          <Settings />
        </>
      ) : (
        <p>Channels and settings need the scope admin. Ask an administrator of the site.</p>
      )}
    </Page>
  )
}

function Channels() {
  const { data, problem } = useResource(consolePaths.notifications, ChannelsSchema)
  return (
    <Section id="channels" heading="Notifications">
      <Alert tone="danger">{problem}</Alert>
      {data?.channels.length === 0 && <p>No channel is configured: nobody is notified of a rollback.</p>}
      {data !== null && data.channels.length > 0 && (
        <Table
          caption="Channels"
          isCaptionHidden
          columns={channelColumns}
          rows={data.channels}
          getKey={({ name }) => name}
        />
      )}
      <TestButton />
    </Section>
  )
}

const channelColumns: readonly Column<Channel>[] = [
  { name: 'Channel', render: ({ name }) => name },
  { name: 'Sends to', render: ({ target }) => target },
  { name: 'Waiting', isNumber: true, render: ({ waiting }) => waiting },
  {
    name: 'Last delivered',
    render: ({ lastDeliveredAt }) => (lastDeliveredAt === null ? 'never' : <Time at={lastDeliveredAt} />),
  },
]

function TestButton() {
  const [busy, setBusy] = useState<string | null>(null)
  const [result, setResult] = useState<ReactNode>(null)
  const test = async () => {
    setBusy('Sending …')
    try {
      const response = NotifyTestResultSchema
      const { results } = await send({ method: 'POST', path: paths.notifyTest, body: {}, response })
      setResult(
        results.length === 0
          ? 'No channel is configured.'
          : results.map(({ channel, isOk, message }) => (
              <p key={channel}>
                <Status tone={isOk ? 'good' : 'bad'}>{channel}</Status> {message}
              </p>
            )),
      )
    } catch (error) {
      setResult(error instanceof Error ? error.message : String(error))
    }
    setBusy(null)
  }
  return (
    <>
      <Button size="small" tone="secondary" busy={busy} onClick={() => void test()}>
        Send a test to every channel
      </Button>
      <Alert tone="info">{result}</Alert>
    </>
  )
}

function Settings() {
  const { data, problem } = useResource(consolePaths.settings, SettingsSchema)
  return (
    <Section id="settings" heading="Settings in force">
      <Alert tone="danger">{problem}</Alert>
      {data !== null && (
        <Table
          caption="Settings"
          isCaptionHidden
          columns={settingColumns}
          rows={data.settings}
          getKey={({ name }) => name}
          csv="settings"
        />
      )}
    </Section>
  )
}

const describeValue = ({ value, isSecret, isSet }: Setting) =>
  isSecret ? (isSet ? 'set (secret)' : 'not set') : value || 'not set'

const settingColumns: readonly Column<Setting>[] = [
  { name: 'Setting', value: ({ name }) => name, render: ({ name }) => <code>{name}</code> },
  { name: 'Value', value: describeValue },
]
