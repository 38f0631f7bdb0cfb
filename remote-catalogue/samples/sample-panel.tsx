import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Row } from '../data/schema.ts'
import type { ApiRequest } from '../request/build-request.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { readSampleLanguage, saveSampleLanguage } from './chosen-kind.ts'
import styles from './sample-panel.module.css'
import { type SampleLanguage, sampleLanguages } from './samples.ts'
import { apiKeyVariable } from './subject.ts'

interface SamplePanelProps {
  readonly request: ApiRequest
  readonly output: Row['output']
  /** Name of the entry. */
  readonly of: string
  /** True: the values are invalid, and no sample is shown. */
  readonly isBlocked: boolean
}

/** The request in many languages, updated with every change. */
export function SamplePanel({ request, output, of, isBlocked }: SamplePanelProps) {
  const written = sampleLanguages.flatMap((kind) => {
    const text = kind.render({ request, output })
    return text === null ? [] : [{ kind, text }]
  })
  const [chosen, choose] = useState(readSampleLanguage)
  const [first] = written
  const shown = written.find(({ kind }) => kind.id === chosen) ?? first
  const id = useId()
  const code = useRef<HTMLElement>(null)
  if (shown === undefined) return null
  const pick = (kind: SampleLanguage) => {
    choose(kind.id)
    saveSampleLanguage(kind.id)
  }
  return (
    <div className={styles.panel}>
      <Tabs kinds={written.map(({ kind }) => kind)} shown={shown.kind} panelId={id} onPick={pick} />
      <div id={id} role="tabpanel" aria-label={`${shown.kind.name} sample`} className={styles.sample}>
        {isBlocked ? (
          <p className={styles.blocked}>Fix the values, or tick “Send anyway”, to get the sample.</p>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, and arrows scroll it */}
            <pre tabIndex={0}>
              <code ref={code}>{shown.text}</code>
            </pre>
            <CopyButton
              text={shown.text}
              name={`the ${shown.kind.name} sample for ${of}`}
              onRefused={() => code.current && getSelection()?.selectAllChildren(code.current)}
            />
          </>
        )}
      </div>
      <p className={styles.note}>
        Samples read your key from the environment variable <code>{apiKeyVariable}</code>.
      </p>
    </div>
  )
}

interface TabsProps {
  readonly kinds: readonly SampleLanguage[]
  readonly shown: SampleLanguage
  readonly panelId: string
  readonly onPick: (kind: SampleLanguage) => void
}

function Tabs({ kinds, shown, panelId, onPick }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = kinds.indexOf(shown)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: kinds.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const index = (target + kinds.length) % kinds.length
    const kind = kinds[index]
    if (kind) onPick(kind)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Language" className={styles.tabs} onKeyDown={press}>
      {kinds.map((kind) => (
        <button
          key={kind.id}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={kind === shown}
          aria-controls={panelId}
          tabIndex={kind === shown ? 0 : -1}
          onClick={() => onPick(kind)}
        >
          {kind.name}
        </button>
      ))}
    </div>
  )
}
