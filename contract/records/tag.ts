import { z } from 'zod'
import { Id } from '../core/values.ts'

/** Colours of the theme. */
export const tagColors = ['grey', 'blue', 'green', 'amber', 'red', 'teal'] as const
export type TagColor = (typeof tagColors)[number]
export const Tag = z.object({ id: Id, name: z.string(), color: z.enum(tagColors) })
export type Tag = z.infer<typeof Tag>
