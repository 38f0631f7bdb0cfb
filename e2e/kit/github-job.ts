import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import * as v from 'valibot'
import { parse } from 'yaml'

// The parser of GitHub imports JSON as bundlers do.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})

const Variables = v.optional(v.record(v.string(), v.string()), {})
const WorkflowSchema = v.object({
  jobs: v.object({
    remote: v.object({
      env: Variables,
      steps: v.array(
        v.object({
          name: v.optional(v.string()),
          if: v.optional(v.string()),
          env: Variables,
          run: v.optional(v.string()),
        }),
      ),
    }),
  }),
})

/** What expressions of a workflow can use. */
export interface Contexts {
  readonly github: { readonly event_name: string; readonly token: string }
  readonly secrets: Readonly<Record<string, string>>
  readonly inputs?: Readonly<Record<string, string>>
}

/** A script of the job, with the variables that the workflow gives it. */
interface Script {
  readonly run: string
  readonly env: Readonly<Record<string, string>>
}

/** What GitHub's own parser says against a workflow. */
export async function findWorkflowErrors(file: string): Promise<string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
    '@actions/workflow-parser'
  )
  const { context, value } = parseWorkflow(
    { name: file, content: readFileSync(file, 'utf8') },
    new NoOperationTraceWriter(),
  )
  const errors = context.errors.getErrors().map(({ message }) => message)
  if (value === undefined) return [...new Set(errors)]
  const { errors: further = [] } = await convertWorkflowTemplate(context, value)
  return [...new Set([...errors, ...further.map(({ Message }) => Message)])]
}

/** The scripts that GitHub would run for an event, in order: each whose condition is true, by GitHub's own expressions. */
export function listScripts(file: string, contexts: Contexts): Script[] {
  const { remote } = v.parse(WorkflowSchema, parse(readFileSync(file, 'utf8'))).jobs
  const env = fillIn(remote.env, contexts)
  return remote.steps.flatMap((step) => {
    if (step.run === undefined) return []
    const known = { ...contexts, env }
    if (step.if !== undefined && !isTrue(evaluate(step.if, known))) return []
    return [{ run: step.run, env: { ...env, ...fillIn(step.env, known) } }]
  })
}

/** As GitHub sees it: nothing, zero and the empty text are false. */
function isTrue(result: data.ExpressionData): boolean {
  return !['false', '0', ''].includes(result.coerceString())
}

type Values = { readonly [name: string]: string | Values }

function fillIn(variables: Readonly<Record<string, string>>, contexts: Contexts): Record<string, string> {
  const filled = Object.entries(variables).map(([name, text]): [string, string] => [
    name,
    text.replaceAll(/\$\{\{(.+?)\}\}/g, (_all, expression: string) =>
      evaluate(expression, contexts).coerceString(),
    ),
  ])
  return Object.fromEntries(filled)
}

function evaluate(expression: string, contexts: object): data.ExpressionData {
  const { tokens } = new Lexer(expression).lex()
  const tree = new Parser(tokens, Object.keys(contexts), []).parse()
  return new Evaluator(tree, toDictionary({ ...contexts })).evaluate()
}

function toDictionary(values: Values): data.Dictionary {
  const dictionary = new data.Dictionary()
  for (const [name, value] of Object.entries(values))
    dictionary.add(name, typeof value === 'string' ? new data.StringData(value) : toDictionary(value))
  return dictionary
}
