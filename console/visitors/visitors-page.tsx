import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { TextField } from '@portico/kit/ui/text-field.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { type ChosenRelease, chooseRelease } from '@portico/protocol/rollout/describe-visitors.ts'
import { type OverviewApp, OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { VisitorBucketsSchema } from '@portico/protocol/rollout/visitor-api.ts'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Page } from '../app/page.tsx'
import { send } from '../app/send.ts'
import { useResource } from '../app/use-resource.ts'
import { ReleaseName } from '../ui/release-name.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './visitors.module.css'

const lastBucket = fullShare - 1

/** Whose releases are shown: one bucket in every rollout, or a visitor, who has another bucket in each. */
type Subject = number | Readonly<Record<string, number>>

/** `/visitors`: which release a visitor gets of each app, and why. A bucket is in the address; an id is not. */
export function VisitorsPage() {
  const [query, setQuery] = useSearchParams()
  const { data: overview, problem } = useResource(consolePaths.overview, OverviewSchema)
  const [visitor, setVisitor] = useState<Subject | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  const ofAddress = parseBucket(query.get('bucket') ?? '')
  const subject = visitor ?? ofAddress
  const showBucket = (bucket: number) => {
    setVisitor(null)
    setQuery({ bucket: String(bucket) })
  }
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('visitor')).trim()
    const bucket = parseBucket(text)
    setMistake(null)
    if (bucket !== null) showBucket(bucket)
    else fetchBuckets(text).then(setVisitor, ({ message }: Error) => setMistake(message))
  }
  return (
    <Page title="Who gets what">
      <div className={styles.page}>
        <Form onSubmit={show} onRandom={() => showBucket(Math.floor(Math.random() * fullShare))} />
        <Alert tone="danger">{mistake ?? problem}</Alert>
        {overview !== null && subject !== null && <Releases apps={overview.apps} subject={subject} />}
      </div>
    </Page>
  )
}

interface FormProps {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly onRandom: () => void
}

function Form({ onSubmit, onRandom }: FormProps) {
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <TextField
        label="Visitor id, or a bucket from 0 to 9,999"
        name="visitor"
        hint="Your own id is in the site’s cookie portico_visitor (with the prefix __Host- over HTTPS): the 22 characters before the first dot. Developer tools show it. Browsers get the cookie once a rollout is in progress."
        required
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.buttons}>
        <Button type="submit">Show</Button>
        <Button tone="secondary" onClick={onRandom}>
          Random bucket
        </Button>
      </div>
    </form>
  )
}

function Releases({ apps, subject }: { readonly apps: readonly OverviewApp[]; readonly subject: Subject }) {
  const rows = apps.map((app) => chooseRelease(app, getBucket(app, subject)))
  const who =
    typeof subject === 'number' ? `A visitor with the bucket ${subject} in every rollout` : 'This visitor'
  return (
    <>
      <Table caption={`${who} gets`} columns={columns} rows={rows} getKey={({ app }) => app} />
      <p className={styles.note}>
        Previews are left out: a browser that has opened a preview link gets its release, whatever the bucket.
        A visitor’s bucket is different in each rollout, so whoever is early in one needn’t be in the next.
      </p>
    </>
  )
}

const columns: readonly Column<ChosenRelease>[] = [
  {
    name: 'App',
    render: ({ app }) => <Link to={`/remotes/${app}`}>{app}</Link>,
    value: ({ app }) => app,
  },
  {
    name: 'Release',
    render: ({ app, release }) => <ReleaseName remote={app} id={release} />,
    value: ({ release }) => release,
  },
  {
    name: 'Arm',
    render: ({ release, isCanary }) => (release === null ? '' : isCanary ? 'canary' : 'stable'),
    value: ({ isCanary }) => (isCanary ? 'canary' : 'stable'),
  },
  { name: 'Why', render: ({ why }) => why },
]

/** A rollout that began since the visitor's buckets were fetched has none; nobody is in its share then. */
function getBucket({ rollout }: OverviewApp, subject: Subject): number {
  return typeof subject === 'number' ? subject : (subject[rollout?.id ?? ''] ?? lastBucket)
}

async function fetchBuckets(id: string): Promise<Subject> {
  const body = { id }
  const { buckets } = await send({
    method: 'POST',
    path: consolePaths.visitors,
    body,
    response: VisitorBucketsSchema,
  })
  return buckets
}

/** null: it is none. */
function parseBucket(text: string): number | null {
  const digits = text.replace(',', '')
  return /^\d{1,4}$/.test(digits) ? Number(digits) : null
}
