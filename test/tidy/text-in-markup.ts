import ts from 'typescript-for-tools'
import { isTestFile, type SourceFile } from './sources.ts'

/** Attributes whose value a person reads or hears. */
const spokenAttributes = /^(aria-label|aria-description|title|placeholder|alt|label|description)$/
const wordPattern = /\p{L}{2,}/u
/** The same in every language: the product's name, codes, the names of keys. */
const untranslatedWordPattern = /^(Atalaya|\p{Lu}{2,4})$/u
const isKeyboardKey = (node: ts.Node): boolean =>
  ts.isJsxElement(node.parent) && /^kbd$/i.test(node.parent.openingElement.tagName.getText())

/** Words written into the markup, where no translation reaches them. */
export const findTextInMarkup = (sources: readonly SourceFile[]): string[] =>
  sources
    .filter(({ path }) => /^web\/.*\.tsx$/.test(path) && !isTestFile(path))
    .flatMap(({ path, text }) => {
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
      const found: string[] = []
      const reportText = (node: ts.Node, writtenText: string): void => {
        const spoken = writtenText.replace(/&\w+;/g, ' ').trim()
        if (!wordPattern.test(spoken) || untranslatedWordPattern.test(spoken) || isKeyboardKey(node)) return
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        found.push(`${path}:${line + 1} says "${spoken}" in no language file`)
      }
      const visit = (node: ts.Node): void => {
        if (ts.isJsxText(node)) reportText(node, node.text)
        if (
          ts.isJsxAttribute(node) &&
          node.initializer &&
          ts.isStringLiteral(node.initializer) &&
          spokenAttributes.test(node.name.getText())
        )
          reportText(node, node.initializer.text)
        node.forEachChild(visit)
      }
      visit(file)
      return found
    })
