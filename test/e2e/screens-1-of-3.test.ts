import { sweepScreens } from './harness/screen-sweep.ts'

sweepScreens(1, 3)
