import { type ImportKind, importFields, importKinds } from '#contract/imports/fields.ts'
import { dateOrders, encodings, type ImportForm } from '#contract/imports.ts'
import refusals from '#locales/en/refusals.ts'
import { Refused } from '#rules/refused.ts'
import { InputError } from '#server/features/imports/import-session.ts'
import { importFile } from '#server/features/imports/mapped/import-file.ts'
import { CommandError, command, UsageError } from './command.ts'

const delimiters = { semicolon: ';', comma: ',', tab: '\t', bar: '|' } as const
const quotes = { double: '"', single: "'", none: '' } as const
const decimals = { comma: ',', point: '.' } as const

const told = <T>(words: Readonly<Record<string, T>>, word: string | undefined): T | undefined =>
  word === undefined ? undefined : words[word]

type Said = Record<'encoding' | 'delimiter' | 'quote' | 'decimal' | 'dates', string | undefined>

/** What was said of the file; the choices are checked by the frame. */
const formOf = ({ encoding, delimiter, quote, decimal, dates }: Said): Partial<ImportForm> => {
  const said = {
    encoding: encodings.find((one) => one === encoding),
    delimiter: told(delimiters, delimiter),
    quote: told(quotes, quote),
    decimal: told(decimals, decimal),
    dates: dateOrders.find((one) => one === dates),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** What the parts refuse, in words; accounts are named where one is to blame. */
const mendable = (error: unknown): unknown => {
  if (error instanceof InputError) return new CommandError(`${error.message}.`, { cause: error.cause })
  if (!(error instanceof Refused)) return error
  const account = error.details.fields?.account
  const words = (refusals.codes as Record<string, string>)[error.code] ?? error.code
  return new CommandError(`${words}${account ? ` Account: ${account}.` : ''} Nothing was written.`, { cause: error })
}

const fieldsOf = (kind: ImportKind): string =>
  importFields[kind].map(({ key, required }) => (required ? `${key} (required)` : key)).join(', ')

export const importCsvCommand = command({
  name: 'import csv',
  summary: 'Import a CSV file of movements or maturity instructions, as the screen does',
  details: `Every row is checked first. All of it is written or nothing; importing again adds nothing. No second person is asked.
How the file is made is recognised, and its columns by their names; the last mapping of the same columns is used again.
It can be looked at and undone at /crm/Importar, under the number that is printed.

Fields of movements: ${fieldsOf('movements')}.
Fields of instructions: ${fieldsOf('instructions')}.
  npm run crm -- import csv movements.csv --prefix dino --mapping "account=Cuenta,bookingDate=Fecha,amount=3" --dry-run`,
  prefix: 'required',
  args: [{ name: 'FILE', help: 'the file, with the names of its columns on the first line' }],
  options: {
    kind: { value: 'KIND', help: `${importKinds.join(' or ')}; movements if missing`, choices: importKinds },
    mapping: { value: 'FIELDS', help: 'which column is which field: FIELD=COLUMN,..., by its name or its number' },
    map: { value: 'IMPORT', help: 'read it as that import was read, by its number at /crm/Importar' },
    encoding: { value: 'NAME', help: encodings.join(', '), choices: encodings },
    delimiter: { value: 'SIGN', help: Object.keys(delimiters).join(', '), choices: Object.keys(delimiters) },
    quote: { value: 'SIGN', help: Object.keys(quotes).join(', '), choices: Object.keys(quotes) },
    decimal: { value: 'SIGN', help: Object.keys(decimals).join(', '), choices: Object.keys(decimals) },
    dates: { value: 'ORDER', help: dateOrders.join(', '), choices: dateOrders },
    'skip-malformed': { help: 'import the good rows and report the others; otherwise one of them stops everything' },
    'dry-run': { help: 'say what would be imported and what is wrong, and write nothing' },
  },
  run: async ({ args, options, prefix, ownerUrl, secret, progress }) => {
    const { kind, mapping, map, encoding, delimiter, quote, decimal, dates } = options
    if (mapping !== undefined && map !== undefined)
      throw new UsageError('--mapping and --map are two ways to say the same.')
    try {
      return await importFile({
        ...{
          ownerUrl,
          secret,
          prefix,
          progress,
          path: args.FILE,
          kind: (kind as ImportKind | undefined) ?? 'movements',
        },
        ...{ form: formOf({ encoding, delimiter, quote, decimal, dates }), asked: { mapping, like: map } },
        ...{ skip: options['skip-malformed'], dryRun: options['dry-run'] },
      })
    } catch (error) {
      throw mendable(error)
    }
  },
  failed: ({ accepted }) => !accepted,
})
