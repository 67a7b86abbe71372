// The page's policy forbids making code at run time. zod tries once as soon as it is read, and would leave a complaint in the
// console; it reads this first. A file of its own, and the first of all: imports are run in their order.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
