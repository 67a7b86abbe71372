import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Idioma } from '#contract/core/values.ts'
import { dashboardBlocks } from '../figures/dashboard-blocks.ts'
import {
  layoutColors,
  layoutModes,
  layoutWidths,
  menuPositions,
  sidebarThemes,
  sidebarTypes,
  topbarThemes,
} from './layouts.ts'

/** How the shell looks for one person. Names and values are the specification's. */
export const Layout = z.strictObject({
  layoutMode: z.enum(layoutModes),
  layoutColor: z.enum(layoutColors),
  layoutWidth: z.enum(layoutWidths),
  menuPosition: z.enum(menuPositions),
  leftSideBarTheme: z.enum(sidebarThemes),
  leftSideBarType: z.enum(sidebarTypes),
  showSidebarUserInfo: z.boolean(),
  showTwoToneIcons: z.boolean(),
  topbarTheme: z.enum(topbarThemes),
  twoColumnTheme: z.enum(sidebarThemes),
})
export type Layout = z.infer<typeof Layout>

/** A currency that amounts can be shown in: the code of ISO 4217. The books are in euros. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)

/** So many pages stand at the top of the menu. */
export const maxFavourites = 12

/** Where somebody begins who signs in without an address: where they were last, or with their day. */
export const startPages = ['last', 'myDay'] as const

/** What a person has chosen, kept on the server. Null: never chosen, so what follows from the prefix holds. */
export const Preferences = z.object({
  layout: Layout.partial().nullable(),
  language: Idioma.nullable(),
  activeCurrency: Currency.nullable(),
  /** Paths of screens that are kept at the top of the menu, in its order. */
  favourites: z.array(z.string().regex(/^\/[\w/-]{1,100}$/)).max(maxFavourites),
  /** Null: where they were last. */
  startPage: z.enum(startPages).nullable(),
  /** Whether the list of the day comes by e-mail on the morning of each working day. */
  dayMail: z.boolean(),
  /** What stands on the dashboard, in its order. Null: what is usual for the role. */
  dashboard: z.array(z.enum(dashboardBlocks)).max(dashboardBlocks.length).nullable(),
})
export type Preferences = z.infer<typeof Preferences>

/** Sets what is given and leaves the rest; null takes a choice back. */
export const setPreferences = defineEndpoint({
  method: 'PATCH',
  path: '/me/preferences',
  changes: [],
  allowedInViewReason: 'how the screen looks, in whoever’s view',
  summary: 'Keep my choices: layout, language, currency, favourite pages, start page, e-mail of the day, dashboard',
  open: 'signedIn',
  allowedSessionStates: ['enrolment'],
  body: Preferences.partial(),
  output: Preferences,
})
