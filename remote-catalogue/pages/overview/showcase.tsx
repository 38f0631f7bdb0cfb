import { applyTextStyle } from '@portico/kit/api/apply-text-style.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { useId, useState } from 'react'
import { textStyleShowcase } from '../../data/showcase-styles.build.ts'
import { StyledSample } from '../../preview/styled-sample.tsx'
import { CopyAnnouncer } from '../../ui/copy-announcer.tsx'
import styles from './showcase.module.css'

/** Longer texts would not fit side by side. */
const maxLength = 24

const { path, count, styles: textStyles } = textStyleShowcase

/** A sample of the catalogue for every visitor: text styles that change as they type. */
export function Component() {
  const [text, setText] = useState('Hello')
  const id = useId()
  return (
    <CopyAnnouncer>
      <div className={styles.showcase}>
        <div className={styles.field}>
          <label htmlFor={id}>Your text</label>
          <input
            id={id}
            className={getInputClass()}
            value={text}
            maxLength={maxLength}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <ul className={styles.list}>
          {textStyles.map(({ name, style }) => (
            <li key={name}>
              <StyledSample name={name} text={applyTextStyle(text, style)} plain={text} />
            </li>
          ))}
        </ul>
        <Link to={path}>See all {count} text styles</Link>
      </div>
    </CopyAnnouncer>
  )
}
