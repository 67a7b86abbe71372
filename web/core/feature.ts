import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import type palette from '#locales/es/palette.ts'
import type shell from '#locales/es/shell.ts'
import type { Screen } from './screen.ts'

/** Something new that can be begun from any page: a line of "Create" and of the palette, for whoever has the permission. */
export type CreateEntry = {
  /** Key under `actions.create` of the shell's texts. */
  title: keyof typeof shell.actions.create
  /** Where it is begun; after a # the dialog that opens there. */
  path: string
  permission: { module: ModuleKey; action: PermissionAction }
}

/** A part of a screen with an address of its own: the palette finds it under its name. */
type ScreenSection = {
  path: string
  /** Key under `sections` of the palette's texts. */
  title: keyof typeof palette.sections
  permission: { module: ModuleKey; action: PermissionAction }
}

/** What a feature brings to the web, in its `feature.ts`. Read before anybody has signed in: what is heavy is loaded by its screens. */
export type Feature = {
  screens: readonly Screen[]
  creates?: readonly CreateEntry[]
  sections?: readonly ScreenSection[]
}
