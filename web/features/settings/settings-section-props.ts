import type { Settings } from '#contract/settings.ts'
import type { useSettings } from './use-settings.ts'

/** What a section needs that changes something. */
export type SettingsSectionProps = {
  settings: Settings
  change: ReturnType<typeof useSettings>['change']
  busy: boolean
}
