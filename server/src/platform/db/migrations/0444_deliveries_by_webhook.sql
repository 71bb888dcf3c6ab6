-- The secret with which deliveries by webhook are signed, sealed as that of SFTP in target_secret is.
alter table delivery_settings add column webhook_secret text;
