import { Alert } from '@portico/kit/ui/alert.tsx'
import { useRef } from 'react'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { ApiRequest } from '../request/build-request.ts'
import type { ApiTarget } from '../request/use-api-target.ts'
import { curl } from '../samples/curl.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './try-it.module.css'
import type { RequestFailure } from './use-request.ts'

interface RequestErrorProps {
  readonly failure: RequestFailure
  readonly request: ApiRequest
  readonly entry: Entry
  readonly target: ApiTarget
}

const messages: Readonly<Record<Exclude<RequestFailure, 'refused'>, string>> = {
  cancelled: 'Request cancelled. The API may still have counted it.',
  timeout: 'No response within a minute. The API may be busy: try again later.',
  offline: 'You’re offline. Connect to a network and send the request again.',
}

/** Why there is no response, and what to do. */
export function RequestError({ failure, request, entry, target }: RequestErrorProps) {
  const code = useRef<HTMLElement>(null)
  if (failure !== 'refused') return <Alert tone="danger">{messages[failure]}</Alert>
  const line = curl({ request, output: entry.row.output }) ?? ''
  return (
    <>
      <Alert tone="danger">
        {target.isSandbox
          ? 'This site’s sandbox is unreachable. You can send the same request with curl in a shell of Linux, macOS or Git Bash:'
          : 'The request was blocked (CORS), or the API is unreachable. You can send the same request with curl in a shell of Linux, macOS or Git Bash:'}
      </Alert>
      <div className={styles.line}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, and arrows scroll it */}
        <pre tabIndex={0}>
          <code ref={code}>{line}</code>
        </pre>
        <CopyButton
          text={line}
          name={`the curl command for ${getEntryName(entry)}`}
          onBlocked={() => code.current && getSelection()?.selectAllChildren(code.current)}
        />
      </div>
    </>
  )
}
