import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

/** The one file that may use it, and what others use in its place. */
const reservedAttributes = [
  {
    isReserved: (name: string, value: string) => name === 'type' && value === 'submit',
    owner: 'web/ui/form/submit-button.tsx',
    hint: 'sends a form by a button of its own: use SubmitButton, which is never dead because something is missing',
  },
  {
    isReserved: (name: string, value: string) => name === 'type' && value === 'date',
    owner: 'web/ui/form/calendar-button.tsx',
    hint: 'asks for a date in a way of its own: use DateField',
  },
  {
    isReserved: (name: string) => name === 'inputWrapperOrder',
    owner: 'web/core/theme.ts',
    hint: 'moves the help of a field: its place is the same everywhere',
  },
  {
    isReserved: (name: string, value: string) => name === 'withAsterisk' && value !== '{false}',
    owner: '',
    hint: 'marks a required field: fields are required, and useOptionalLabel marks the others',
  },
]

const findReservedParts = (source: SourceFile): string[] =>
  findInSyntax(source, (node, report) => {
    if (!ts.isJsxAttribute(node)) return
    const value =
      node.initializer && ts.isStringLiteral(node.initializer) ? node.initializer.text : node.initializer?.getText()
    for (const { isReserved, owner, hint } of reservedAttributes)
      if (source.path !== owner && isReserved(node.name.getText(), value ?? '')) report(node, hint)
  })

/** Forms behave alike because they are made of the same parts. */
export const formPartsGate: Gate = {
  name: 'parts of forms',
  find: async (root) =>
    readSources(root, /\.tsx$/)
      .filter(({ path }) => path.startsWith('web/') && !isTestFile(path))
      .flatMap(findReservedParts),
}
