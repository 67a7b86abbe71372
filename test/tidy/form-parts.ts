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

/** Fields that people type into; a choice out of a list is never empty, unless it says so. */
const typedFieldTags = ['TextInput', 'Textarea', 'DateField', 'MoneyField', 'ReasonField', 'PasswordField']
const optionalMarkPattern = /^isOptional\b|^label=\{.*\b(optional|labelOf)\(/s
/** Either it is required by a rule of its own, or by one whose name says so, or its check answers so of an empty text. */
const requiredRulesPattern = /\brequired\b|'missing'|\b(reasonRules|moneyRules|rules)\b/

const hint =
  'may stay empty and does not say so: mark it with isOptional or useOptionalLabel, or give it a rule `required`'

/** Fields that may stay empty say so, and only those. */
const findUnmarkedFields = (source: SourceFile): string[] =>
  findInSyntax(source, (node, report) => {
    if (!ts.isJsxSelfClosingElement(node) || !typedFieldTags.includes(node.tagName.getText())) return
    const attributes = node.attributes.properties
    const rules = attributes
      .filter(ts.isJsxSpreadAttribute)
      .map(({ expression }) => expression)
      .find((call) => ts.isCallExpression(call) && /(^|\.)register$/.test(call.expression.getText()))
    if (!rules || !ts.isCallExpression(rules)) return
    const isMarked = attributes.some((attribute) => optionalMarkPattern.test(attribute.getText()))
    if (!isMarked && !requiredRulesPattern.test(rules.arguments[1]?.getText() ?? '')) report(node, hint)
  })

/** Forms behave alike because they are made of the same parts. */
export const formPartsGate: Gate = {
  name: 'parts of forms',
  find: async (root) =>
    readSources(root, /\.tsx$/)
      .filter(({ path }) => path.startsWith('web/') && !isTestFile(path))
      .flatMap((source) => [...findReservedParts(source), ...findUnmarkedFields(source)]),
}
