import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Row } from '../data/schema.ts'
import { createStoredChoice } from '../model/stored-choice.ts'
import type { ApiRequest } from '../request/build-request.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { apiKeyVariable } from './sample-input.ts'
import styles from './sample-panel.module.css'
import { type SampleLanguage, sampleLanguages } from './samples.ts'

/** Id of the sample language that the visitor last chose on this device. */
const storedLanguage = createStoredChoice<string>(
  'portico.catalogue.sample',
  sampleLanguages.map(({ id }) => id),
  'curl',
)

interface SamplePanelProps {
  readonly request: ApiRequest
  readonly output: Row['output']
  /** Name of the entry. */
  readonly entryName: string
  /** True: the values are invalid, and no sample is shown. */
  readonly isBlocked: boolean
}

/** The request in many languages, updated with every change. */
export function SamplePanel({ request, output, entryName, isBlocked }: SamplePanelProps) {
  const samples = sampleLanguages.flatMap((language) => {
    const text = language.render({ request, output })
    return text === null ? [] : [{ language, text }]
  })
  const [selectedId, setSelectedId] = useState(storedLanguage.read)
  const [first] = samples
  const shown = samples.find(({ language }) => language.id === selectedId) ?? first
  const id = useId()
  const code = useRef<HTMLElement>(null)
  if (shown === undefined) return null
  const select = (language: SampleLanguage) => {
    setSelectedId(language.id)
    storedLanguage.write(language.id)
  }
  return (
    <div className={styles.panel}>
      <Tabs
        languages={samples.map(({ language }) => language)}
        shown={shown.language}
        panelId={id}
        onSelect={select}
      />
      <div id={id} role="tabpanel" aria-label={`${shown.language.name} sample`} className={styles.sample}>
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
              name={`the ${shown.language.name} sample for ${entryName}`}
              onBlocked={() => code.current && getSelection()?.selectAllChildren(code.current)}
            />
          </>
        )}
      </div>
      <p className={styles.note}>
        {shown.language.note} Samples read your key from the environment variable{' '}
        <code>{apiKeyVariable}</code>.
      </p>
    </div>
  )
}

interface TabsProps {
  readonly languages: readonly SampleLanguage[]
  readonly shown: SampleLanguage
  readonly panelId: string
  readonly onSelect: (language: SampleLanguage) => void
}

function Tabs({ languages, shown, panelId, onSelect }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const shownIndex = languages.indexOf(shown)
    const target = {
      ArrowRight: shownIndex + 1,
      ArrowLeft: shownIndex - 1,
      Home: 0,
      End: languages.length - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const index = (target + languages.length) % languages.length
    const language = languages[index]
    if (language) onSelect(language)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Language" className={styles.tabs} onKeyDown={handleKeyDown}>
      {languages.map((language) => (
        <button
          key={language.id}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={language === shown}
          aria-controls={panelId}
          tabIndex={language === shown ? 0 : -1}
          onClick={() => onSelect(language)}
        >
          {language.name}
        </button>
      ))}
    </div>
  )
}
