import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { useLive } from '../app/live-updates.tsx'
import { send } from '../app/send.ts'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TextButton } from '../ui/text-button.tsx'

interface AccessListProps<T> {
  /** Of the section and of the CSV file. */
  readonly id: string
  readonly heading: string
  readonly columns: readonly Column<T>[]
  /** null: not loaded. */
  readonly rows: readonly T[] | null
  readonly problem: string | null
  readonly getName: (row: T) => string
  /** Unique, and what a `DELETE` removes. */
  readonly getPath: (row: T) => string
  /** What the button for a new row says. */
  readonly add: string
  readonly fields: ReactNode
  /** Adds what was entered. Returns what came of it. */
  readonly onAdd: (form: FormData) => Promise<ReactNode>
  /** What the button that removes a row says. */
  readonly remove: string
  readonly removeEffect: string
}

/** Who may use the release API, in one way: a table, and dialogs that add and remove a row. */
export function AccessList<T>(props: AccessListProps<T>) {
  const { id, heading, columns, rows, problem, getName, getPath, add, fields, onAdd, remove, removeEffect } =
    props
  const { refresh } = useLive()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<T | null>(null)
  const removeColumn: Column<T> = {
    name: remove,
    render: (row) => (
      <TextButton aria-label={`${remove} ${getName(row)}`} onClick={() => setRemoved(row)}>
        {remove}
      </TextButton>
    ),
  }
  const addButton = (
    <Button size="small" tone="secondary" onClick={() => setAdding(true)}>
      {add}
    </Button>
  )
  return (
    <Section id={id} heading={heading} aside={addButton}>
      <Alert tone="danger">{problem}</Alert>
      {rows?.length === 0 && <p>None yet.</p>}
      {rows !== null && rows.length > 0 && (
        <Table
          caption={heading}
          isCaptionHidden
          columns={[...columns, removeColumn]}
          rows={rows}
          getKey={getPath}
          csv={id}
        />
      )}
      {isAdding && (
        <ReasonDialog
          title={add}
          action={add}
          reason="none"
          onClose={() => setAdding(false)}
          onConfirm={async (_, form) => {
            const result = await onAdd(form)
            refresh()
            return result
          }}
        >
          {fields}
        </ReasonDialog>
      )}
      {removed !== null && (
        <ReasonDialog
          title={`${remove} ${getName(removed)}?`}
          action={remove}
          isDangerous
          reason="none"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await send({ method: 'DELETE', path: getPath(removed), response: v.unknown() })
            refresh()
            return `${getName(removed)} no longer has access.`
          }}
        >
          <p>{removeEffect}</p>
        </ReasonDialog>
      )}
    </Section>
  )
}
