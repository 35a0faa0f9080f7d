import { describe, expect, test } from 'vitest'
import { readConfig, SettingError } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, () => Buffer.alloc(32))
const bucket = {
  S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com',
  S3_BUCKET: 'maypole-pictures',
  S3_REGION: 'eu-west-2',
  S3_ACCESS_KEY_ID: 'AKIATEST',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('where uploads are kept', () => {
  test('is the data folder without any setting, or with blank ones', () => {
    expect(read({}).bucket).toBeUndefined()
    expect(read({ S3_BUCKET: '', S3_REGION: ' ' }).bucket).toBeUndefined()
  })

  test('is a bucket when all five settings are given', () => {
    expect(read(bucket).bucket).toEqual({
      endpoint: 'https://s3.eu-west-2.amazonaws.com',
      name: 'maypole-pictures',
      region: 'eu-west-2',
      accessKeyId: 'AKIATEST',
      secretAccessKey: 'secret',
    })
  })

  test.each(Object.keys(bucket))('without %s stops the start, and says so without a secret', missing => {
    const start = () => read({ ...bucket, [missing]: '' })
    expect(start).toThrow(SettingError)
    expect(start).toThrow(new RegExp(`^S3_\\S+, [^\\n]* set but not ${missing}: uploads need all five$`))
  })

  test.each([
    ['S3_ENDPOINT', 's3.eu-west-2.amazonaws.com'],
    ['S3_ENDPOINT', 'ftp://s3.eu-west-2.amazonaws.com'],
    ['S3_ENDPOINT', 'https://s3.eu-west-2.amazonaws.com/maypole-pictures'],
    ['S3_BUCKET', 'Maypole'],
    ['S3_BUCKET', 'a/b'],
    ['S3_REGION', 'eu west'],
  ])('with %s %s stops the start', (name, wrong) => {
    const start = () => read({ ...bucket, [name]: wrong })
    expect(start).toThrow(SettingError)
    expect(start).toThrow(new RegExp(`^${name} must be`))
  })
})
