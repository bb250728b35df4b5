/** Every call of the product, by noun: what the server binds, the client is typed by and the mocks answer. */
export * as endpoints from './nouns.ts'
