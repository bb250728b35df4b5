import { describe, expect, test } from 'vitest'
import { parseDatabaseAddress } from './databaseAddress.ts'

const whole = {
  hosts: [{ host: 'db', port: 5432 }],
  user: 'drover',
  password: undefined,
  database: 'drover',
  sslMode: 'prefer',
  sslRootCert: undefined,
  sslCert: undefined,
  sslKey: undefined,
  sslNegotiation: 'postgres',
  channelBinding: 'prefer',
  sessionAttributes: 'any',
  connectTimeoutMs: undefined,
  options: undefined,
}

describe('parseDatabaseAddress', () => {
  test.each([
    ['postgres://drover@db', {}],
    [
      'postgresql://drover:p%40%3Aw@db:6432/herds',
      { password: 'p@:w', hosts: [{ host: 'db', port: 6432 }], database: 'herds' },
    ],
    [
      'postgres://drover@one:5433,two/herds?target_session_attrs=read-write',
      {
        hosts: [
          { host: 'one', port: 5433 },
          { host: 'two', port: 5432 },
        ],
        database: 'herds',
        sessionAttributes: 'read-write',
      },
    ],
    [
      'postgres://drover@one,two?port=6432',
      {
        hosts: [
          { host: 'one', port: 6432 },
          { host: 'two', port: 6432 },
        ],
      },
    ],
    ['postgres://drover@[::1]:5433/', { hosts: [{ host: '::1', port: 5433 }] }],
    [
      'postgres://drover@%2Fvar%2Frun%2Fpostgresql/herds',
      { hosts: [{ host: '/var/run/postgresql', port: 5432 }], database: 'herds' },
    ],
    ['postgres:///herds?host=/tmp&user=ann', { hosts: [{ host: '/tmp', port: 5432 }], user: 'ann', database: 'herds' }],
    [
      'postgres://drover@db?sslmode=require&channel_binding=require&connect_timeout=3',
      { sslMode: 'require', channelBinding: 'require', connectTimeoutMs: 3000 },
    ],
    ['postgres://drover@db?sslrootcert=system', { sslMode: 'verify-full', sslRootCert: 'system' }],
    ['postgres://drover@db?application_name=x', {}],
    ['postgres://drover@db?ssl=true', { sslMode: 'require' }],
    ['postgres://drover@db?sslmode=require&sslnegotiation=direct', { sslMode: 'require', sslNegotiation: 'direct' }],
    ['postgres://drover@db?sslmode=verify-ca&sslrootcert=/ca.pem', { sslMode: 'verify-ca', sslRootCert: '/ca.pem' }],
  ])('reads %s', (uri, expected) => {
    expect(parseDatabaseAddress(uri)).toEqual({ ...whole, ...expected })
  })

  test.each([
    ['mysql://drover@db', 'postgres://'],
    ['postgres://drover@db?sslmode=always', 'sslmode must be one of disable'],
    ['postgres://drover@db?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full'],
    ['postgres://drover@db?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert'],
    ['postgres://drover@db?sslnegotiation=direct', 'sslnegotiation=direct needs sslmode=require'],
    ['postgres://drover@db?sslmod=require', 'the parameter sslmod is not supported'],
    ['postgres://drover@db?channel_binding=1', 'channel_binding must be one of'],
    ['postgres://drover@db:99999', 'a port is not'],
    ['postgres://drover@one,two?port=1,2,3', '2 hosts have 3 ports'],
    ['postgres://drover:%zz@db', 'a % is not followed'],
    ['postgres://drover@db?connect_timeout=soon', 'connect_timeout'],
  ])('rejects %s', (uri, message) => {
    expect(() => parseDatabaseAddress(uri)).toThrow(message)
  })
})
