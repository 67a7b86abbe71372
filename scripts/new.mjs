import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, script } from './lib/children.mjs'
import { filesOf, linesOf, namesOf } from './lib/feature-files.mjs'
import { root } from './lib/install.mjs'

const usage = `npm run new -- feature NAME ROW
  NAME  what the feature is called in all rooms, in the plural, as in an address: late-fees
  ROW   one of its rows: late-fee`

const isName = (name) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')

const nextMigration = () => {
  const numbers = readdirSync(join(root, 'db', 'tenant')).flatMap((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

const withLine = ({ path, before, line }) => {
  const text = readFileSync(join(root, path), 'utf8')
  if (!text.includes(before)) throw new Failure(`${path} has another shape than this command knows`)
  return text.replace(before, () => line + before)
}

// `npm run new -- feature NAME ROW`: a list screen that works, from the table to the menu; then it is yours to change.
await script(async () => {
  const [kind, feature, row, ...more] = process.argv.slice(2)
  if (kind !== 'feature' || !isName(feature) || !isName(row) || feature === row || more.length > 0)
    throw new Failure(usage)
  const names = namesOf(feature, row)
  const files = filesOf(names, nextMigration())
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)))
  if (taken.length > 0) throw new Failure(`There is one of that name: ${taken.join(', ')}`)
  const changed = linesOf(names).map((line) => [line.path, withLine(line)])
  for (const [path, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
  process.stdout.write(`
${Object.keys(files).length} files are new, ${changed.length} changed. Now:
  npm run check -- --write      lists the feature, and makes the database's types anew
  npm test -- server/features/${feature} test/permissions
Then make it yours: columns, filters, words, who may do what. The recipe is in CONTRIBUTING.md.
`)
  return 0
})
