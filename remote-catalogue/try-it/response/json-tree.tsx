import { formatNumber } from '@portico/kit/format.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import { getLiteral, type JsonValue } from '../../model/parse-json.ts'
import { cut, maxShortCharacters, shorten } from '../../model/shorten.ts'
import styles from './json-tree.module.css'
import scrollBox from './scroll-box.module.css'

/** Members shown at once; larger lists are split into collapsible pages. */
const pageSize = 100
/** A value near the root with at most this many members is initially open. */
const maxOpenMembers = 20
const maxOpenDepth = 2
/** Further characters of a long value, per click. */
const moreCharacters = 20_000

/** Renders something after a value without members. */
export type RenderAfter = (name: string | null, value: JsonValue) => ReactNode

const renderNothing: RenderAfter = () => null
const RenderAfterContext = createContext(renderNothing)

interface JsonTreeProps {
  readonly value: JsonValue
  readonly renderAfter?: RenderAfter
}

/** JSON as a tree. Only expanded values are rendered, at most a hundred lines at a time. */
export function JsonTree({ value, renderAfter = renderNothing }: JsonTreeProps) {
  return (
    <section className={`${scrollBox.box} ${styles.tree}`} aria-label="Response as a tree">
      <RenderAfterContext value={renderAfter}>
        <Value name={null} value={value} depth={0} isExample={false} />
      </RenderAfterContext>
    </section>
  )
}

interface ValueProps {
  readonly name: string | null
  readonly value: JsonValue
  readonly depth: number
  /** True: the first item of a list, expanded as an example, in which others are not. */
  readonly isExample: boolean
}

function Value({ name, value, depth, isExample }: ValueProps) {
  if (!(value instanceof Map || Array.isArray(value))) return <Leaf name={name} value={value} />
  const count = Array.isArray(value) ? value.length : value.size
  const label = Array.isArray(value) ? `[${count}]` : `{${count}}`
  return (
    <Collapsible
      name={name}
      label={label}
      isInitiallyOpen={depth === 0 || ((depth < maxOpenDepth || isExample) && count <= maxOpenMembers)}
      render={() => <Members members={[...value.entries()]} depth={depth + 1} hasExample={!isExample} />}
    />
  )
}

type Member = readonly [name: string | number, value: JsonValue]

interface MembersProps {
  readonly members: readonly Member[]
  readonly depth: number
  readonly hasExample: boolean
}

/** Members in pages of a hundred, nested if there are more than a hundred pages. */
function Members({ members, depth, hasExample }: MembersProps) {
  const isShort = members.length <= pageSize
  const size = isShort ? 1 : pageSize ** Math.ceil(Math.log(members.length) / Math.log(pageSize) - 1)
  const starts = Array.from({ length: Math.ceil(members.length / size) }, (_, index) => index * size)
  return (
    <ul className={styles.members}>
      {isShort
        ? members.map(([name, value]) => (
            <li key={name}>
              <Value name={String(name)} value={value} depth={depth} isExample={hasExample && name === 0} />
            </li>
          ))
        : starts.map((start) => {
            const part = members.slice(start, start + size)
            return (
              <li key={start}>
                <Collapsible
                  name={null}
                  label={`${shorten(String(part[0]?.[0]))} … ${shorten(String(part.at(-1)?.[0]))}`}
                  isInitiallyOpen={false}
                  render={() => <Members members={part} depth={depth} hasExample={hasExample} />}
                />
              </li>
            )
          })}
    </ul>
  )
}

interface CollapsibleProps {
  readonly name: string | null
  readonly label: string
  readonly isInitiallyOpen: boolean
  readonly render: () => ReactNode
}

function Collapsible({ name, label, isInitiallyOpen, render }: CollapsibleProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  return (
    <>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Name name={name} />
        <span className={styles.label}>{label}</span>
      </button>
      {isOpen && render()}
    </>
  )
}

/** Isolated, as values are: characters that change the direction of a text end with it. */
function Name({ name }: Pick<ValueProps, 'name'>) {
  return name === null ? null : <bdi className={styles.name}>{shorten(name)}: </bdi>
}

function Leaf({ name, value }: Pick<ValueProps, 'name' | 'value'>) {
  const [shown, setShown] = useState(maxShortCharacters)
  const text = getLiteral(value) ?? String(value)
  const shownText = cut(text, shown)
  const rest = text.length - shown
  return (
    <p className={styles.leaf}>
      <Name name={name} />
      <bdi data-type={typeof value === 'string' ? 'string' : 'literal'}>
        {typeof value === 'string' ? JSON.stringify(shownText) : shownText}
        {rest > 0 && '…'}
      </bdi>
      {rest > 0 && (
        <button type="button" className={styles.showAll} onClick={() => setShown(shown + moreCharacters)}>
          Show {rest > moreCharacters ? `${formatNumber(moreCharacters)} more of` : 'all'}{' '}
          {formatNumber(text.length)} characters
        </button>
      )}
      {use(RenderAfterContext)(name, value)}
    </p>
  )
}
