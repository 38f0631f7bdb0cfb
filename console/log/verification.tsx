import { formatNumber } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { type AuditHead, AuditHeadSchema, EventsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { getFirstSigned, readEvents, verifyLog } from '@portico/protocol/rollout/verify-log.ts'
import { useState } from 'react'
import { send } from '../app/send.ts'
import styles from './log.module.css'

interface Result {
  readonly isIntact: boolean
  readonly message: string
}

/** Checks the whole log in this browser: the chain of hashes, every signature, and the newest event. */
export function Verification() {
  const [result, setResult] = useState<Result | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const verify = () => {
    setResult(null)
    setProgress(0)
    checkLog(setProgress)
      .then(setResult, (error: Error) => setResult({ isIntact: false, message: describeProblem(error) }))
      .finally(() => setProgress(null))
  }
  return (
    <div className={styles.verification}>
      <Button
        tone="secondary"
        size="small"
        onClick={verify}
        busy={progress === null ? null : `Checking, ${formatNumber(progress)} events so far …`}
      >
        Verify the whole log
      </Button>
      <Alert tone="success">{result?.isIntact === true && result.message}</Alert>
      <Alert tone="danger">{result?.isIntact === false && result.message}</Alert>
    </div>
  )
}

async function checkLog(onProgress: (events: number) => void): Promise<Result> {
  const head = await send({ path: paths.eventsHead, response: AuditHeadSchema })
  const events = await readEvents((since) => {
    onProgress(since)
    return send({ path: `${paths.events}?since=${since}`, response: EventsSchema })
  })
  const broken = await verifyLog({ head, events })
  return broken === null
    ? { isIntact: true, message: describeIntact(events.length, getFirstSigned(events), head) }
    : { isIntact: false, message: `The audit log can’t be trusted: ${broken.why}.` }
}

function describeIntact(count: number, firstSigned: number, { seq, hash, key }: AuditHead): string {
  const unsigned =
    firstSigned > 1
      ? ` Events 1 to ${firstSigned - 1} predate signatures; the signature of event ${firstSigned} covers them.`
      : ''
  return `All ${formatNumber(count)} events are intact: each holds the hash of the one before, and the newest is signed by the key ${key}.${unsigned} Note the key and the head ${seq}:${hash}, to compare them next time.`
}

function describeProblem({ name, message }: Error): string {
  return name === 'NotSupportedError'
    ? 'This browser can’t check Ed25519 signatures. Use a newer one, or the command `log --verify`.'
    : message
}
