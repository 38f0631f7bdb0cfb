import type { Values } from '@portico/kit/api/validate-values.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { hasTextStyles } from '../../../data/preview-kind.ts'
import type { Category } from '../../../data/schema.ts'
import { useEntryEvents } from '../use-entry-events.ts'
import styles from './gallery.module.css'
import { GallerySectionView } from './gallery-section.tsx'
import { getInitialCount, getSections } from './gallery-sections.ts'

export interface GalleryProps {
  readonly category: Category
  /** Id of the entry that is open here. */
  readonly openId: string | null
  readonly setOpenId: (id: string | null) => void
}

const notes = {
  'text-styles':
    'Exactly what the endpoint returns. Screen readers misread or skip these letters, so use them for decoration only.',
  drawn: 'Illustration only. Send the request to see the real image.',
}

/** Every style of a category at a glance, in the visitor's own text where it takes one. */
export function Gallery({ category, openId, setOpenId }: GalleryProps) {
  const sections = useMemo(() => getSections(category), [category])
  const [texts, setTexts] = useState<Values>(() => getTexts(category))
  const drawnTexts = useDeferredValue(texts)
  const root = useRef<HTMLDivElement>(null)
  const focusRow = useRef(undefined)
  useEntryEvents(root, { openId, setOpenId, onTry: setOpenId, focusRow })
  return (
    <section className={styles.gallery} aria-label="Styles at a glance">
      <TextFields texts={texts} onChange={setTexts} />
      <p className={styles.note}>{hasTextStyles(category) ? notes['text-styles'] : notes.drawn}</p>
      <div ref={root}>
        {sections.map((section) => (
          <GallerySectionView
            key={section.heading}
            section={section}
            initialCount={getInitialCount(section.entries.length, sections.length)}
            texts={texts}
            drawnTexts={drawnTexts}
            openId={openId}
          />
        ))}
      </div>
    </section>
  )
}

/** The example values of the parameters that take a text to be styled. */
function getTexts({ rows }: Category): Values {
  const example = Object.entries(rows[0]?.example ?? {})
  return Object.fromEntries(example.filter(([name]) => /^text(?:_\d)?$/.test(name)))
}

interface TextFieldsProps {
  /** By the name of the parameter. */
  readonly texts: Values
  readonly onChange: (texts: Values) => void
}

const labels: Readonly<Record<string, string>> = {
  text: 'Your text',
  text_1: 'First text',
  text_2: 'Second text',
}

/** The texts that every style is shown with. */
function TextFields({ texts, onChange }: TextFieldsProps) {
  const names = Object.keys(texts)
  if (names.length === 0) return null
  return (
    <div className={styles.fields}>
      {names.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`gallery-${name}`}>{labels[name] ?? name}</label>
          <input
            id={`gallery-${name}`}
            className={getInputClass()}
            value={texts[name] ?? ''}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
          />
        </div>
      ))}
    </div>
  )
}
