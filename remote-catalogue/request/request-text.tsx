import { getQueryStart } from '@portico/kit/api/api-base.ts'
import { Fragment, useRef } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { apiKeyPlaceholder } from './example-request.ts'
import styles from './request-text.module.css'
import { type SerializedRequest, toText } from './serialize-request.ts'

interface RequestTextProps {
  readonly request: SerializedRequest
  /** Whose request it is, for example `Neon glow`. */
  readonly entryName: string
}

/** An example request on one line, which can be copied as a whole. */
export function RequestText({ request, entryName }: RequestTextProps) {
  const code = useRef<HTMLElement>(null)
  const select = () => code.current && getSelection()?.selectAllChildren(code.current)
  return (
    <div className={styles.request}>
      <code ref={code} className={styles.code}>
        {request.body === null ? <RequestUrl request={request} /> : toText(request)}
      </code>
      <CopyButton text={toText(request)} name={`the request for ${entryName}`} onBlocked={select} />
    </div>
  )
}

function RequestUrl({ request }: { readonly request: SerializedRequest }) {
  return (
    <>
      <span className={styles.base}>{request.base}</span>
      {request.query.map(({ name, value }, index) => (
        <Fragment key={name}>
          <span className={styles.name}>
            {index === 0 ? getQueryStart(request.base) : '&'}
            {name}=
          </span>
          <span className={value === apiKeyPlaceholder ? styles.placeholder : undefined}>{value}</span>
        </Fragment>
      ))}
    </>
  )
}
