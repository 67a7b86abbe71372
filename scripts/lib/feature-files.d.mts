export type FeatureNames = Readonly<
  Record<'feature' | 'row' | 'list' | 'List' | 'Row' | 'table' | 'tableKey' | 'module' | 'title', string>
>
export const namesOf: (feature: string, row: string) => FeatureNames
/** Texts of files by path. */
export const filesOf: (names: FeatureNames, migrationNumber: string) => Record<string, string>
/** The line that a shared file gets, before what stands there. */
export const linesOf: (names: FeatureNames) => { path: string; before: string; line: string }[]
