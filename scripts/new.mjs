import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, run, script } from './lib/children.mjs'
import { filesOf, linesOf } from './lib/feature-files.mjs'
import { findNameProblem, findTitleProblem, findUntranslatedTitles, namesOf, toSingular } from './lib/feature-names.mjs'
import { install, root } from './lib/install.mjs'
import { sayTo } from './lib/say.mjs'

const usage = `npm run new -- feature NAME [ROW] [OPTIONS]
  NAME             what the feature is called in all rooms, in the plural, as in an address: late-fees
  ROW              one of its rows: late-fee; needed where NAME is no plain plural
  --job            a job that closes rows after ninety days
  --notification   a notification of that for the managers, with the job
  --es --en --pt   what the screen is called: --es "Comisiones por demora". Its address and module follow the Spanish title`

const readOptions = () => {
  const text = { type: 'string' }
  const flag = { type: 'boolean', default: false }
  try {
    return parseArgs({
      allowPositionals: true,
      options: { job: flag, notification: flag, es: text, en: text, pt: text },
    })
  } catch (error) {
    throw new Failure(`${error.message}\n\n${usage}`)
  }
}

const nextMigration = () => {
  const numbers = readdirSync(join(root, 'db', 'tenant')).flatMap((file) => Number(/^(\d{4})_/.exec(file)?.[1] ?? 0))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

const withLine = ({ path, before, line }) => {
  const text = readFileSync(join(root, path), 'utf8')
  if (!text.includes(before)) throw new Failure(`${path} has another shape than this command knows`)
  return text.replace(before, () => line + before)
}

const textOf = (path) => readFileSync(join(root, path), 'utf8')
const listFiles = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, file))
    .filter((path) => pattern.test(path))

const rooms = [
  'contract',
  'server/features',
  'web/features',
  'db/tables',
  ...['es', 'en', 'pt'].map((language) => `locales/${language}`),
]

const findTakenFeature = (feature) => {
  const taken = rooms
    .flatMap((room) => [`${room}/${feature}`, `${room}/${feature}.ts`])
    .find((path) => existsSync(join(root, path)))
  return taken && `NAME "${feature}": ${taken} is there already. Take another name, or add to that feature by hand.`
}

/** What else of the product has one of the names already, with how to mend it. */
const findTakenNames = ({ feature, table, module, path }) => {
  if (new RegExp(`^table ${table}$`, 'm').test(textOf('db/schema/tenant.sql.txt')))
    return `ROW "${table}": there is a table of that name. Call the rows otherwise: npm run new -- feature ${feature} OTHER-ROW`
  const hasPath = listFiles('web/features', /feature\.tsx?$/).some((one) => textOf(one).includes(`'${path}'`))
  if (hasPath || textOf('contract/permissions.ts').includes(`'${module}'`))
    return `The module ${module} or the page ${path} is there already: give the screen another title, --es "Otro título".`
  if (listFiles('contract', /\.ts$/).some((one) => textOf(one).includes(`path: '/${feature}'`)))
    return `NAME "${feature}": the call /${feature} is there already. Take another name.`
  return undefined
}

const findRowProblem = (feature, row) => {
  if (row === undefined)
    return `NAME "${feature}" is no plain plural: say what one of its rows is called, as the next word.`
  if (feature === row) return `NAME and ROW are both "${feature}": the name is the plural of what one row is called.`
  return findNameProblem('ROW', row)
}

// `npm run new -- feature NAME ROW`: a list screen that works, from the table to the menu; then it is yours to change.
await script(async ({ signal }) => {
  const { values, positionals } = readOptions()
  const [kind, feature, given, ...more] = positionals
  if (kind !== 'feature' || !feature || more.length > 0) throw new Failure(usage)
  const row = given ?? toSingular(feature)
  const { es, en, pt, notification } = values
  const titles = Object.fromEntries(Object.entries({ es, en, pt }).filter(([, title]) => title !== undefined))
  const problem =
    findNameProblem('NAME', feature) ??
    findTakenFeature(feature) ??
    findRowProblem(feature, row) ??
    Object.values(titles).map(findTitleProblem).find(Boolean)
  if (problem) throw new Failure(problem)
  const names = namesOf(feature, row, { job: values.job || notification, notification, titles })
  const taken = findTakenNames(names)
  if (taken) throw new Failure(taken)
  const files = filesOf(names, nextMigration())
  const changed = linesOf(names).map((line) => [line.path, withLine(line)])
  for (const [path, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`${path}\n`)
  }
  // How lines break follows from the length of the names.
  const { progress, finish } = sayTo(process.stdout)
  await install({ progress, signal })
  finish()
  const format = [
    join(root, 'node_modules/@biomejs/biome/bin/biome'),
    'check',
    '--write',
    '--log-level=error',
    ...Object.keys(files),
  ]
  const { code } = await run(process.execPath, format, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], signal })
  if (code !== 0) return code
  process.stdout.write(`
${Object.keys(files).length} files are new, ${changed.length} changed. Now:
  npm run check -- --write      lists the feature, and makes the database's types anew
  npm test -- server/features/${feature} test/permissions
Then make it yours: columns, filters, words, who may do what. The recipe is in CONTRIBUTING.md.
A field that you write into the audit, or change with a second person, needs its word: changeFields or auditFields in
locales/es/${feature}.ts, and its place in contract/${feature}/field-order.ts.
`)
  const untranslated = findUntranslatedTitles(feature, titles)
  if (untranslated) process.stdout.write(`${untranslated}\n`)
  return 0
})
