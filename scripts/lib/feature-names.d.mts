export type FeatureNames = Readonly<
  Record<'feature' | 'row' | 'list' | 'List' | 'Row' | 'table' | 'tableKey' | 'module' | 'path', string>
> & {
  job: boolean
  notification: boolean
  titles: Record<'es' | 'en' | 'pt', string>
}
export const namesOf: (
  feature: string,
  row: string,
  options?: { job?: boolean; notification?: boolean; titles?: Partial<Record<'es' | 'en' | 'pt', string>> },
) => FeatureNames
export const findUntranslatedTitles: (
  feature: string,
  titles: Partial<Record<'es' | 'en' | 'pt', string>>,
) => string | undefined
export const toSingular: (feature: string) => string | undefined
export const toValidName: (name: string) => string | undefined
export const findNameProblem: (what: 'NAME' | 'ROW', name: string) => string | undefined
export const findTitleProblem: (title: string) => string | undefined
