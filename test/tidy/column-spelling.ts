import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { readSources } from './sources.ts'
import { findInSyntax } from './syntax.ts'

const quotedName = '"[a-z]+[A-Z]\\w*"'
/** Where a camelCase name may stand: behind `as`, as the whole of an alias inside JSON, or renamed to a column where JSON is read. */
const aliasPattern = new RegExp(`\\bas ${quotedName}`, 'g')
const wholePattern = new RegExp(`^\`${quotedName}\`$`)
const renamedPattern = new RegExp(`(${quotedName}) as [a-z_]+\\b`, 'g')

/** Names in camelCase by which a statement calls its own columns. */
const findMixedNames = (template: string): string[] => {
  if (wholePattern.test(template)) return []
  const renamed = new Set([...template.matchAll(renamedPattern)].map(([, name]) => name!))
  const body = template.replace(aliasPattern, '')
  const names = [...body.matchAll(new RegExp(quotedName, 'g'))].map(([name]) => name)
  return [...new Set(names)].filter((name) => !renamed.has(name))
}

/** Inside a statement each name is spelled as the database spells it; only what the outermost select gives may be in camelCase. */
export const columnSpellingGate: Gate = {
  name: 'spelling of columns',
  find: async (root) =>
    readSources(root, /^(server|db|bench)\/.*\.ts$/).flatMap((source) =>
      findInSyntax(source, (node, report) => {
        if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return
        for (const name of findMixedNames(node.template.getText()))
          report(node, `names a column ${name}: inside a statement it is spelled as the database spells it`)
      }),
    ),
}
