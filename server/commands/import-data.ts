import { importBankMarketing } from '#server/features/imports/import-bank-marketing.ts'
import { importBerka } from '#server/features/imports/import-berka.ts'
import { ImportInputError } from '#server/features/imports/import-session.ts'
import { CommandError, defineCommand } from './command.ts'

const skipMalformedOption = {
  help: 'write the good lines and report the others; otherwise one of them stops everything',
}

/** Files that are missing or too much, a database that went away: for the person to mend. */
const withCommandErrors = async <R>(work: Promise<R>): Promise<R> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImportInputError) throw new CommandError(`${error.message}.`, { cause: error.cause })
    throw error
  }
}

export const importBerkaCommand = defineCommand({
  name: 'import berka',
  summary: 'Load the Berka bank: clients, accounts and movements',
  details: `FOLDER holds district, client, account and disp.asc; loan, card, order.asc and every trans*.asc are loaded where they are.
All of it is written or nothing; importing again adds nothing.`,
  prefix: 'required',
  args: [{ name: 'FOLDER', help: 'the folder with the .asc files' }],
  options: {
    movements: { value: 'FILE', help: `load the movements of this file instead of the folder's` },
    'skip-malformed': skipMalformedOption,
  },
  run: ({ args, options, prefix, ownerUrl, secret, progress }) =>
    withCommandErrors(
      importBerka({
        ownerUrl,
        secret,
        prefix,
        progress,
        folder: args.FOLDER,
        movements: options.movements,
        skip: options['skip-malformed'],
      }),
    ),
  failed: ({ written }) => !written,
})

export const importMarketingCommand = defineCommand({
  name: 'import bank-marketing',
  summary: 'Load contacts and calls of the Bank Marketing data set',
  details:
    'FILE is bank.csv or bank-additional.csv, known by its header. All of it is written or nothing; importing again adds nothing.',
  prefix: 'required',
  args: [{ name: 'FILE', help: 'the .csv file' }],
  options: { 'skip-malformed': skipMalformedOption },
  run: ({ args, options, prefix, ownerUrl, secret, progress }) =>
    withCommandErrors(
      importBankMarketing({ ownerUrl, secret, prefix, progress, file: args.FILE, skip: options['skip-malformed'] }),
    ),
  failed: ({ written }) => !written,
})
