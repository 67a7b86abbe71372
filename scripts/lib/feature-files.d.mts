import type { FeatureNames } from './feature-names.d.mts'

export const filesOf: (names: FeatureNames, migrationNumber: string) => Record<string, string>
export const linesOf: (names: FeatureNames) => { path: string; before: string; line: string }[]
