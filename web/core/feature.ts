import type { Screen } from './screen.ts'

/** What a feature brings to the web, in its `feature.ts`. Read before anybody has signed in: what is heavy is loaded by its screens. */
export type Feature = { screens: readonly Screen[] }
