import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSlowInput } from './find-slow-input.ts'
import { type Expression, listExpressions } from './list-expressions.ts'

const production = '{server,shared,shell,tools,remote-*}/**/*.{ts,tsx,js,mjs,cjs}'
const notProduction = /(?:^|\/)(?:node_modules|dist|testing|\.[^/]+)(?:\/|$)|\.(?:test|fixture|d)\.tsx?$/

/**
 * Checks that every regular expression in the code of the site and its tools takes linear time, whatever its input. Returns how many there
 * are. Throws with every other one.
 */
export function checkExpressions(root: string): number {
  const files = globSync(production, { cwd: root, exclude: (file) => notProduction.test(file) })
  const expressions = files
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) =>
      listExpressions(file, readFileSync(join(root, file), 'utf8')).map((expression) => ({
        file,
        ...expression,
      })),
    )
  const problems = expressions.flatMap(({ file, ...expression }) => {
    const problem = findProblem(expression)
    return problem === null ? [] : [`${file}:${expression.line} ${expression.text}\n  ${problem}`]
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return expressions.length
}

function findProblem({ literal }: Expression): string | null {
  if (literal === null)
    return 'Write the expression as a literal, or use code: nothing checks one that is made at run time.'
  const input = findSlowInput(literal.pattern, literal.flags)
  if (input === null) return null
  return `${JSON.stringify(input)}, repeated, takes quadratic time or more. Rewrite the expression, or use code.`
}
