import { featureTables } from '../all-tables.ts'
import { mergeTableEntries } from './merge-entries.ts'

/** Every table of a prefix that a feature has, with what the feature says of it. */
export const tableEntries = mergeTableEntries(featureTables)
