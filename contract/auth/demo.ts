import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Prefix } from '#contract/core/values.ts'
import { roles } from '#contract/permissions.ts'

const DemoSignIn = z.object({ prefix: Prefix, role: z.enum(roles), email: z.string(), password: z.string() })
/** A person of the invented firm, as shown after the start and on the sign-in page. */
export type DemoSignIn = z.infer<typeof DemoSignIn>

/** Only an installation that was filled with the invented firm answers true, with a way in for each role. */
export const getDemoSignIns = defineEndpoint({
  method: 'GET',
  path: '/demo',
  summary: 'Whether this is the demonstration firm, and its sign-ins',
  open: 'anybody',
  output: z.object({
    demo: z.boolean(),
    signIns: z.array(DemoSignIn),
  }),
})
